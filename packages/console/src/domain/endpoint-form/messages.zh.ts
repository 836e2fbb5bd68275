export const zh = {
  settings: '设置',
  loading: '正在读取设置……',
  changedMeanwhile: '未发送：在您编辑期间，有人在 Broker 上更改了这些设置。',
}
