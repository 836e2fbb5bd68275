// breaks: named-after-export
export function readClock() {
  return 0
}
