/** Every command imports this module first, for its effect: an older Node may not even parse the next import. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Brokerdeck needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}
