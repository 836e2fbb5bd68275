import { onTestFinished, vi } from 'vitest'

/** What the browser is given to save during the test. */
export function savedFiles(): readonly { readonly name: string; readonly content: Blob }[] {
  const saved: { name: string; content: Blob }[] = []
  let content = new Blob()
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) content = blob
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
