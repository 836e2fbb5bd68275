/** Hands a text or the bytes of a file to the browser as a download. What the broker has named keeps its name. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = content instanceof File ? content.name : name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
