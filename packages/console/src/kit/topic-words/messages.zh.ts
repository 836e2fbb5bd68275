export const zh = {
  empty: '请输入主题',
  tooLong: '主题最多 65,535 字节',
  nullCharacter: '主题不能包含空字符（NUL）',
  notUtf8: '这段文本无法用 UTF-8 表示',
  wildcard: '发布的主题不能包含 + 或 #',
  hashNotLast: '# 只能用作最后一层',
  hashNotAlone: '# 必须单独占一层',
  plusNotAlone: '+ 必须单独占一层',
  shareNameEmpty: '缺少共享组名称：$share/组名/主题过滤器',
  shareNameWildcard: '共享组名称不能包含 + 或 #',
  shareFilterEmpty: '共享组之后缺少主题过滤器：$share/组名/主题过滤器',
}
