import { runOperatorTool } from './operator-tool.ts';

export type Role = 'moderator' | 'operator';

/** Gives an account a role, as `npm run moderator:add` and `operator:add` do while the server with this data runs. */
export function addRole(dataDir: string, email: string, role: Role): void {
  runOperatorTool(dataDir, `${role}-add`, email);
}
