import { onTestFinished, vi } from 'vitest'

/** What the browser is given to save during the test. */
export function savedFiles(): readonly { readonly name: string; readonly content: Blob }[] {
  const saved: { name: string; content: Blob }[] = []
  let content = new Blob()
  URL.createObjectURL = (blob) => {
    // That of an answer is Node’s, not the document’s.
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
