import type { Words } from '#i18n/words.ts'
import type * as en from './rule-actions.ts'

export const ruleActions: Words<typeof en.ruleActions> = {
  down: '动作未连接',
  downText: (names: string) => `以下动作未连接：${names}。结果会在其缓冲区中等待，或按动作的说明被丢弃。`,
  title: '未连接的动作',
  onNodes: (status: string, nodes: string) => `${status}：${nodes}`,
}
