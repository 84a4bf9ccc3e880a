import { runRoleCommand } from './run-role-command.ts';
import { runTool } from './run-tool.ts';

/** `npm run operator:remove -- EMAIL`: takes the operator role from an account. */
await runTool(() => runRoleCommand('operator:remove'));
