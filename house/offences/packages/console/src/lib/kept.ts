// breaks: comments
export const kept = 1

// const old = kept + 1
// send(old)
