// breaks: words, routes
export function WordlessPage() {
  return null
}
