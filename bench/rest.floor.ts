import { createServer } from 'node:http';
import path from 'node:path';
import { openEmbedded } from '@soulsight/server/core/db/embedded';
import { sql } from 'drizzle-orm';

/** The floor of `rest.bench.ts`: the embedded database, and one path. */
const { db, close } = await openEmbedded(path.resolve(process.env.DATA_DIR ?? ''));
const server = createServer(async (_request, response) => {
  await db.execute(sql`select count(*) from users`);
  response.end('ok');
}).listen(Number(process.env.PORT), process.env.HOST);
process.once('SIGTERM', async () => {
  server.close();
  await close();
});
