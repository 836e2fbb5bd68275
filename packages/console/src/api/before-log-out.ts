type Task = () => Promise<unknown>

const tasks = new Set<Task>()

/** Registers a task that needs the session before it ends, to undo what was started on the broker. */
export function onBeforeLogOut(task: Task): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** A task that fails does not prevent the logout; it reports its failure itself. */
export async function runBeforeLogOut(): Promise<void> {
  await Promise.allSettled([...tasks].map((task) => task()))
}
