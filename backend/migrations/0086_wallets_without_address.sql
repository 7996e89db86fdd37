-- It was never filled in: a coin's addresses, one for each network, are in `coin_addresses`.
ALTER TABLE wallets DROP COLUMN address;
