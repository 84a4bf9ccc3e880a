import { runRoleCommand } from './run-role-command.ts';
import { runTool } from './run-tool.ts';

/** `npm run operator:add -- EMAIL`: gives an account the operator role. */
await runTool(() => runRoleCommand('operator:add'));
