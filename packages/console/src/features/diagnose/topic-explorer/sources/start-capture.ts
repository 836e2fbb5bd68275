import type { CaptureDraft } from '#domain/mqtt-link/capture/capture-draft.ts'
import { prepareCapture } from '#domain/mqtt-link/capture/prepare-capture.ts'
import type { DirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import type { ExplorerStore } from '#features/diagnose/topic-explorer/explorer-store.ts'

/** Starts the capture of a draft, which must be valid. */
export async function startCapture(
  store: ExplorerStore,
  draft: CaptureDraft,
  place: DirectPlace | undefined,
): Promise<void> {
  const start = await prepareCapture({
    observer: 'explorer',
    filters: [draft.filter],
    qos: 0,
    draft,
    place,
  })
  if (start !== undefined) store.send({ kind: 'start', ...start })
}
