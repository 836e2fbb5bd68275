import {
  type MessageTransformation,
  messageTransformations,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { transformationCodec } from '@brokerdeck/contract/schema-codec/transformation-codec.ts'
import { answeringNode } from '../../broker/answering-node.ts'
import type { World } from '../../broker/world.ts'
import { acts } from '../../http/acts.ts'
import { nextMessageId } from '../../mqtt/message.ts'
import { ScreenFigures } from '../screening/screen-figures.ts'
import { screenHandlers } from '../screening/screen-handlers.ts'
import { dryrun } from './dryrun.ts'
import { openTransformations } from './transformations.ts'

type Parts = Pick<World, 'cluster' | 'clock' | 'config' | 'log' | 'prometheus' | 'schemas' | 'store'>

function open({ config, prometheus, schemas, ...parts }: Parts) {
  const find = (name: string) => schemas.find(name)
  const figures = new ScreenFigures(parts)
  const documents = openTransformations(parts, figures, transformationCodec({ find }))
  config.adopt('message_transformation', documents.asConfig())
  prometheus.screenRows.transformations = (node) =>
    figures.rows(documents.list(), 'emqx_message_transformation', node.name)
  return { documents, figures, dryCodec: transformationCodec({ find, isInPieces: true }) }
}

export const messageTransformationsApi = acts({
  endpoints: messageTransformations,
  edition: 'enterprise',
  uses: ['cluster', 'clock', 'config', 'log', 'now', 'prometheus', 'schemas', 'store'],
  state: open,
  handlers: {
    ...screenHandlers<MessageTransformation>(),

    dryrun({ body }, { cluster, dryCodec: codec, now }) {
      const node = answeringNode(cluster)?.name ?? ''
      return { status: 200, body: dryrun(body, { codec, now, node, messageId: nextMessageId(now()) }) }
    },
  },
})
