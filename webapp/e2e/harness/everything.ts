/** Whether to run every test (`make test-all`) or only those required of each change (`make test`). */
export const everything = process.env.AJO_TEST_ALL === '1';
