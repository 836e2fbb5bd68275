/** Specification §7: at start-up the console asks for `version` beside the page and logs the tag; failures are ignored. */
export async function logVersion(): Promise<void> {
  const text = await fetch(new URL('version', document.baseURI)).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  const tag = /refs\/tags\/(\S+)/.exec(text)?.[1]
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged
  if (tag !== undefined) console.info(`Brokerdeck ${tag}`)
}
