// breaks: suppressions
// biome-ignore lint/style/useConst: because
export let quiet = 1
