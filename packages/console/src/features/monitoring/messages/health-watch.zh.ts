import { formatNumber } from '#i18n/format-number.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './health-watch.ts'

export const healthWatch: Words<typeof en.healthWatch> = {
  noneDropped: '没有等待中的消息，自计数器重置以来动作也未丢弃消息。',
  notWatched: '无法确定动作当前是否在丢弃消息：需要读取两次。',
  calm: (waiting: number, time: string) =>
    waiting === 0
      ? `没有等待中的消息，${time}内未丢弃消息。`
      : `${formatNumber(waiting)} 条消息在缓冲区中等待，${time}内未丢弃消息。`,
  refusedToKey: 'API 密钥无权读取，请以用户身份登录。',
  passwordUsed: '本次登录使用的就是它。',
  passwordConsequence: '默认密码是公开的：任何能访问 API 的人都可以管理 broker。',
  passwordOwn: (username: string) => `${username} 未使用默认密码：本次登录使用的是其他密码。`,
  lostEarlier: '无法确定当前是否在丢失消息：需要读取两次。',
}
