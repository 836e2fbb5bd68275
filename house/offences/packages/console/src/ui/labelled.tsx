// breaks: words
export function Labelled() {
  return <button type="button" aria-label="Close" />
}
