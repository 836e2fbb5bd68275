let count = 0

/** Tells whether anything in this tab would be lost if its page went away. */
export function hasUnsavedWork(): boolean {
  return count > 0
}

/** Counts unsaved work until the returned function is called. */
export function noteUnsavedWork(): () => void {
  count += 1
  let isOver = false
  return () => {
    if (!isOver) count -= 1
    isOver = true
  }
}
