type Task = () => Promise<unknown>

const tasks = new Set<Task>()

/** What needs the session once more before it ends: taking back what was started on the broker. */
export function onBeforeLogOut(task: Task): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** A task that fails holds nobody back; it tells of its failure itself. */
export async function runBeforeLogOut(): Promise<void> {
  await Promise.allSettled([...tasks].map((task) => task()))
}
