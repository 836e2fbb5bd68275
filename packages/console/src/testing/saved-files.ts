import { onTestFinished, vi } from 'vitest'

/** Returns the files that the browser is told to save during the test. */
export function savedFiles(): readonly { readonly name: string; readonly content: Blob }[] {
  const saved: { name: string; content: Blob }[] = []
  let content = new Blob()
  URL.createObjectURL = (blob) => {
    // The blob of a response belongs to Node, not to the document, so `instanceof` does not work.
    if ('size' in blob) content = blob
    return 'blob:saved'
  }
  URL.revokeObjectURL = () => undefined
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, content })
  })
  onTestFinished(() => click.mockRestore())
  return saved
}
