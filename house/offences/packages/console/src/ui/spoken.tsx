// breaks: words
export function Spoken() {
  return <p>Connected clients</p>
}
