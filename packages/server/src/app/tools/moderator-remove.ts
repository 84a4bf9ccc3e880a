import { runRoleCommand } from './run-role-command.ts';
import { runTool } from './run-tool.ts';

/** `npm run moderator:remove -- EMAIL`: takes the moderator role from an account. */
await runTool(() => runRoleCommand('moderator:remove'));
