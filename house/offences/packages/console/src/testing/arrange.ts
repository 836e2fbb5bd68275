export const arrange = 1
