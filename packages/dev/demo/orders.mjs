/**
 * Runs the CLI's orders one after another: arguments are its module and the orders; a zero byte
 * ends the output of each.
 */
const [cli, orders] = process.argv.slice(2);
const { run } = await import(cli);
for (const order of JSON.parse(orders)) {
  const code = await run([...order, '--json']);
  if (code !== 0) process.exit(code);
  process.stdout.write('\0');
}
