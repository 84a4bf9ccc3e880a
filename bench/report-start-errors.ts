/** Prints a problem that the operator can fix, such as a PostgreSQL without pgvector, as one sentence without a stack. */
process.on('uncaughtException', (error: Error) => {
  process.stderr.write(`${error.name === 'StartError' ? error.message : error.stack}\n`);
  process.exit(1);
});
