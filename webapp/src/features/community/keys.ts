/** The names under which conversations are kept. */
export const chatKeys = {
  all: ['chat'] as const,
  entrance: ['chat', 'entrance'] as const,
  messages: (channel: string) => ['chat', 'messages', channel] as const,
  outbox: (channel: string) => ['chat', 'outbox', channel] as const,
  thumb: (id: string) => [...chatKeys.all, 'thumb', id] as const,
  picture: (id: string) => [...chatKeys.all, 'picture', id] as const,
};
