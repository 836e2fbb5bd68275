import type { Words } from '#i18n/words.ts'
import type * as en from './save-check.ts'

export const saveCheck: Words<typeof en.saveCheck> = {
  saveTitle: (_count: number, shown: string, total: string) =>
    `${total} 个测试用例中有 ${shown} 个不符合预期，仍要保存？`,
  saveBody: (names: string) => `使用此 SQL 后，以下测试用例不再得到预期结果：${names}`,
  saveAnyway: '仍然保存',
  notSaved: '未保存：此 SQL 使测试用例不符合预期',
}
