import { runRoleCommand } from './run-role-command.ts';
import { runTool } from './run-tool.ts';

/** `npm run moderator:add -- EMAIL`: gives an account the moderator role. */
await runTool(() => runRoleCommand('moderator:add'));
