/** The module as the source of a thread, see `scripts/thread-source.mjs`. */
declare module '*?thread' {
  const source: string
  export default source
}
