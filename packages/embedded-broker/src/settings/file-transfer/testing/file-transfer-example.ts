import { fileTransfer } from '@brokerdeck/contract/settings/file-transfer.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

export const fileTransferExample: ResourceExample = {
  endpoints: fileTransfer,
  fills: [['PUT', '/file_transfer', { enable: true }]],
  writes: [],
}
