// breaks: file-names
export function AskModal() {
  return null
}
