// breaks: named-after-export
export function Misnamedly() {
  return null
}
