/** What an operator can fix, such as a PostgreSQL without pgvector, is one sentence here too. */
process.on('uncaughtException', (error: Error) => {
  process.stderr.write(`${error.name === 'StartError' ? error.message : error.stack}\n`);
  process.exit(1);
});
