export function UntestedPage() {
  return null
}
