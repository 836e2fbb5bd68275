/** Matches the messages with which browsers report that a lazily loaded script or style sheet did not load. */
const scriptFailure =
  /dynamically imported module|importing a module script failed|error loading|loading chunk/i
const styleFailure = /unable to preload css|loading css chunk/i

export type LoadFailure = 'script' | 'style'

export function findLoadFailure(error: unknown): LoadFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if (styleFailure.test(error.message)) return 'style'
  return scriptFailure.test(error.message) ? 'script' : undefined
}
