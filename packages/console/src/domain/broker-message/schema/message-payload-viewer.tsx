import { lazy, Suspense } from 'react'
import { payloadSchema as m } from '#domain/broker-message/messages.ts'
import { PayloadViewer, type PayloadViewerProps } from '#ui/payload-viewer.tsx'
import { Skeleton } from '#ui/states.tsx'
import { parseSparkplugTopic } from './sparkplug-names.ts'

/** Loaded with all code for schemas, which few payloads need. */
const SchemaPayload = lazy(async () => ({ default: (await import('./schema-payload.tsx')).SchemaPayload }))

type MessagePayloadViewerProps = Omit<PayloadViewerProps, 'ownForm'> & {
  readonly topic: string | undefined
} & ({ readonly bytes: Uint8Array } | { readonly base64: string })

/** The payload of a message, which may also be decoded with a schema. */
export function MessagePayloadViewer({ topic, ...viewer }: MessagePayloadViewerProps) {
  const isSparkplug = topic !== undefined && parseSparkplugTopic(topic) !== undefined
  return (
    <PayloadViewer
      {...viewer}
      ownForm={{
        label: m.form,
        isFirst: isSparkplug,
        render: (bytes) => (
          <Suspense
            fallback={
              <div role="status" aria-label={m.loading} aria-busy="true">
                <Skeleton height={120} />
              </div>
            }
          >
            <SchemaPayload bytes={bytes} topic={topic} isSparkplug={isSparkplug} />
          </Suspense>
        ),
      }}
    />
  )
}
