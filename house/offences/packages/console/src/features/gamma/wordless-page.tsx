// breaks: words
export function WordlessPage() {
  return null
}
