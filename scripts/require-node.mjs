/** Imported first by every command, for its effect: on an older Node the next import may not even parse. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Brokerdeck needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}
