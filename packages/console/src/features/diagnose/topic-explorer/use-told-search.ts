import { useEffect } from 'react'
import { type ExplorerSearch, parseFigurePath } from './explorer-search.ts'
import type { ExplorerStore } from './explorer-store.ts'

/** What the link says, told to the worker. */
export function useToldSearch(store: ExplorerStore, search: ExplorerSearch): void {
  const { topic, q, show, sort, path } = search
  useEffect(() => store.send({ kind: 'search', text: q, show }), [store, q, show])
  useEffect(() => store.send({ kind: 'arrange', by: sort }), [store, sort])
  useEffect(() => {
    const steps = parseFigurePath(path)
    store.send({
      kind: 'select',
      ...(topic === undefined ? {} : { topic }),
      ...(steps === undefined ? {} : { path: [...steps] }),
    })
  }, [store, topic, path])
}
