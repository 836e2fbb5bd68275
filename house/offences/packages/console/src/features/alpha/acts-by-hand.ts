// breaks: acting, acting
import { bulk } from '#kit/dialogs/bulk.tsx'

export function actsByHand(cache: { invalidateQueries(of: string): void }): void {
  cache.invalidateQueries(bulk)
}
