let count = 0

/** Whether anything in this tab would be lost if its page went away. */
export function hasUnsavedWork(): boolean {
  return count > 0
}

/** Until what it gives back is called. */
export function noteUnsavedWork(): () => void {
  count += 1
  let isOver = false
  return () => {
    if (!isOver) count -= 1
    isOver = true
  }
}
