// breaks: chosen-files
export function AnyFile() {
  return <input type="file" />
}
