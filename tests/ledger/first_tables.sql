CREATE TABLE accounts (
    id {serial} NOT NULL, kind VARCHAR(8) NOT NULL, owner VARCHAR(255) NOT NULL,
    network VARCHAR(255) DEFAULT '' NOT NULL, nick VARCHAR(64) DEFAULT '' NOT NULL,
    nick_key VARCHAR(64) DEFAULT '' NOT NULL, nick_since BIGINT DEFAULT '0' NOT NULL,
    balance BIGINT DEFAULT '0' NOT NULL, gift_day INTEGER DEFAULT '0' NOT NULL, gifts BIGINT DEFAULT '0' NOT NULL,
    opened_at BIGINT DEFAULT '0' NOT NULL, code VARCHAR(64) DEFAULT '' NOT NULL,
    has_merged BOOLEAN DEFAULT {false} NOT NULL, refill_day INTEGER DEFAULT '0' NOT NULL,
    refills INTEGER DEFAULT '0' NOT NULL, refilled_at BIGINT DEFAULT '0' NOT NULL,
    refilled BIGINT DEFAULT '0' NOT NULL,
    CONSTRAINT pk_accounts PRIMARY KEY (id),
    CONSTRAINT uq_accounts_owner UNIQUE (owner),
    CONSTRAINT ck_accounts_balance_not_negative CHECK (kind = 'house' OR balance >= 0)
);
CREATE INDEX ix_accounts_nick ON accounts (network, nick_key, nick_since);
CREATE INDEX ix_accounts_opened ON accounts (opened_at);
CREATE INDEX ix_accounts_richest ON accounts (kind, balance DESC, id);
CREATE INDEX ix_accounts_richest_there ON accounts (network, balance DESC, id);
CREATE TABLE identities (
    player VARCHAR(255) NOT NULL, account_id {row_id} NOT NULL, closed_id {row_id} NOT NULL,
    network VARCHAR(255) NOT NULL, nick VARCHAR(64) NOT NULL, nick_key VARCHAR(64) NOT NULL,
    nick_since BIGINT NOT NULL, linked_at BIGINT NOT NULL,
    CONSTRAINT pk_identities PRIMARY KEY (player),
    CONSTRAINT uq_identities_closed_id UNIQUE (closed_id),
    CONSTRAINT fk_identities_account_id FOREIGN KEY(account_id) REFERENCES accounts (id),
    CONSTRAINT fk_identities_closed_id FOREIGN KEY(closed_id) REFERENCES accounts (id)
);
CREATE INDEX ix_identities_account ON identities (account_id);
CREATE INDEX ix_identities_nick ON identities (network, nick_key, nick_since);
CREATE TABLE tokens (
    hash VARCHAR(64) NOT NULL, purpose VARCHAR(8) NOT NULL, player VARCHAR(255) NOT NULL, door VARCHAR(64) NOT NULL,
    expires_at BIGINT NOT NULL,
    CONSTRAINT pk_tokens PRIMARY KEY (hash)
);
CREATE INDEX ix_tokens_expires_at ON tokens (expires_at);
CREATE INDEX ix_tokens_player ON tokens (player, purpose);
CREATE TABLE given (
    network VARCHAR(255) NOT NULL, host VARCHAR(255) NOT NULL, day INTEGER NOT NULL, chips BIGINT NOT NULL,
    CONSTRAINT pk_given PRIMARY KEY (network, host)
);
CREATE TABLE entries (
    id {serial} NOT NULL, "key" VARCHAR(255) NOT NULL, reason VARCHAR(64) NOT NULL, posted_at BIGINT NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY (id),
    CONSTRAINT uq_entries_key UNIQUE ("key")
);
CREATE TABLE postings (
    entry_id {row_id} NOT NULL, line INTEGER NOT NULL, account_id {row_id} NOT NULL, amount BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    CONSTRAINT pk_postings PRIMARY KEY (entry_id, line),
    CONSTRAINT ck_postings_moves_something CHECK (amount <> 0),
    CONSTRAINT fk_postings_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id),
    CONSTRAINT fk_postings_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE INDEX ix_postings_account ON postings (account_id, entry_id);
CREATE TABLE games (
    id VARCHAR(255) NOT NULL, kind VARCHAR(64) NOT NULL, player_id {row_id}, held BIGINT NOT NULL,
    state TEXT NOT NULL, version INTEGER NOT NULL, saved_at BIGINT NOT NULL,
    CONSTRAINT pk_games PRIMARY KEY (id),
    CONSTRAINT ck_games_held_not_negative CHECK (held >= 0),
    CONSTRAINT fk_games_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
CREATE INDEX ix_games_kind ON games (kind, player_id);
CREATE INDEX ix_games_player ON games (player_id);
CREATE TABLE shuffles (
    id {serial} NOT NULL, deal_id VARCHAR(255) NOT NULL, kind VARCHAR(64) NOT NULL, player_id {row_id},
    place VARCHAR(255) NOT NULL, commitment TEXT NOT NULL, secret TEXT NOT NULL, proof TEXT,
    revealed BOOLEAN DEFAULT {false} NOT NULL, committed_at BIGINT NOT NULL,
    CONSTRAINT pk_shuffles PRIMARY KEY (id),
    CONSTRAINT uq_shuffles_deal_id UNIQUE (deal_id),
    CONSTRAINT fk_shuffles_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
CREATE INDEX ix_shuffles_hidden ON shuffles (kind, player_id, place) WHERE proof IS NOT NULL AND revealed IS {false};
CREATE INDEX ix_shuffles_place ON shuffles (place, committed_at, id);
CREATE INDEX ix_shuffles_player ON shuffles (player_id, committed_at, id);
CREATE INDEX ix_shuffles_unused ON shuffles (player_id, place, kind) WHERE proof IS NULL;
CREATE TABLE sessions (
    id {serial} NOT NULL, game_id VARCHAR(255) NOT NULL, seat INTEGER NOT NULL, player_id {row_id},
    robot VARCHAR(64) DEFAULT '' NOT NULL, bought_in BIGINT NOT NULL, cashed_out BIGINT,
    CONSTRAINT pk_sessions PRIMARY KEY (id),
    CONSTRAINT fk_sessions_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
CREATE INDEX ix_sessions_player ON sessions (player_id);
CREATE UNIQUE INDEX ix_sessions_running ON sessions (game_id, seat) WHERE cashed_out IS NULL;
CREATE TABLE robot_calls (
    session_id {row_id} NOT NULL, player_id {row_id} NOT NULL, day INTEGER NOT NULL,
    CONSTRAINT pk_robot_calls PRIMARY KEY (session_id),
    CONSTRAINT fk_robot_calls_session_id FOREIGN KEY(session_id) REFERENCES sessions (id),
    CONSTRAINT fk_robot_calls_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
CREATE INDEX ix_robot_calls_player ON robot_calls (player_id, day);
CREATE TABLE hands (
    id {serial} NOT NULL, deal_id VARCHAR(255) NOT NULL, kind VARCHAR(64) NOT NULL, game_id VARCHAR(255) NOT NULL,
    ended_at BIGINT NOT NULL, game VARCHAR(64) DEFAULT '' NOT NULL, big_blind BIGINT DEFAULT '0' NOT NULL,
    record TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_hands PRIMARY KEY (id),
    CONSTRAINT uq_hands_deal_id UNIQUE (deal_id)
);
CREATE INDEX ix_hands_ended_at ON hands (ended_at);
CREATE TABLE hand_seats (
    hand_id {row_id} NOT NULL, seat INTEGER NOT NULL, session_id {row_id}, player_id {row_id},
    robot VARCHAR(64) DEFAULT '' NOT NULL, put_in BIGINT NOT NULL, won BIGINT NOT NULL,
    nick VARCHAR(255) DEFAULT '' NOT NULL, shown VARCHAR(64) DEFAULT '' NOT NULL,
    has_folded BOOLEAN DEFAULT {false} NOT NULL, flags BIGINT, bets INTEGER DEFAULT '0' NOT NULL,
    raises INTEGER DEFAULT '0' NOT NULL, calls INTEGER DEFAULT '0' NOT NULL, position VARCHAR(4) DEFAULT '' NOT NULL,
    stack BIGINT DEFAULT '0' NOT NULL, cards VARCHAR(10) DEFAULT '' NOT NULL,
    CONSTRAINT pk_hand_seats PRIMARY KEY (hand_id, seat),
    CONSTRAINT fk_hand_seats_hand_id FOREIGN KEY(hand_id) REFERENCES hands (id),
    CONSTRAINT fk_hand_seats_session_id FOREIGN KEY(session_id) REFERENCES sessions (id),
    CONSTRAINT fk_hand_seats_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
CREATE INDEX ix_hand_seats_player ON hand_seats (player_id, hand_id);
CREATE INDEX ix_hand_seats_robot ON hand_seats (robot, hand_id);
CREATE INDEX ix_hand_seats_session ON hand_seats (session_id);
CREATE TABLE seeds (
    player_id {row_id} NOT NULL, seed TEXT NOT NULL, set_at BIGINT NOT NULL,
    CONSTRAINT pk_seeds PRIMARY KEY (player_id),
    CONSTRAINT fk_seeds_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
CREATE TABLE preferences (
    player_id {row_id} NOT NULL, name VARCHAR(16) NOT NULL, value VARCHAR(16) NOT NULL,
    CONSTRAINT pk_preferences PRIMARY KEY (player_id, name),
    CONSTRAINT fk_preferences_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
CREATE TABLE results (
    account_id {row_id} NOT NULL, game VARCHAR(64) NOT NULL, played BIGINT NOT NULL, won BIGINT NOT NULL,
    staked BIGINT NOT NULL, paid BIGINT NOT NULL, best BIGINT NOT NULL,
    CONSTRAINT pk_results PRIMARY KEY (account_id, game),
    CONSTRAINT fk_results_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE counters (
    name VARCHAR(64) NOT NULL, value BIGINT NOT NULL,
    CONSTRAINT pk_counters PRIMARY KEY (name)
);
CREATE TABLE admin_log (
    id {serial} NOT NULL, at BIGINT NOT NULL, who VARCHAR(255) NOT NULL, place VARCHAR(255) NOT NULL,
    text TEXT NOT NULL, outcome TEXT NOT NULL,
    CONSTRAINT pk_admin_log PRIMARY KEY (id)
);
CREATE TABLE ignored (
    network VARCHAR(255) NOT NULL, pattern VARCHAR(255) NOT NULL, until BIGINT, reason TEXT DEFAULT '' NOT NULL,
    set_by VARCHAR(255) NOT NULL, set_at BIGINT NOT NULL,
    CONSTRAINT pk_ignored PRIMARY KEY (network, pattern)
);
CREATE TABLE channel_settings (
    network VARCHAR(255) NOT NULL, channel VARCHAR(255) NOT NULL, name VARCHAR(64) NOT NULL, value TEXT NOT NULL,
    set_by VARCHAR(255) NOT NULL, set_at BIGINT NOT NULL,
    CONSTRAINT pk_channel_settings PRIMARY KEY (network, channel, name)
);
CREATE TABLE tournaments (
    id VARCHAR(255) NOT NULL, name VARCHAR(64) NOT NULL, network VARCHAR(255) NOT NULL, place VARCHAR(255) NOT NULL,
    game VARCHAR(64) NOT NULL, begun_at BIGINT NOT NULL, ended_at BIGINT,
    is_cancelled BOOLEAN DEFAULT {false} NOT NULL, note TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_tournaments PRIMARY KEY (id)
);
CREATE INDEX ix_tournaments_ended ON tournaments (network, ended_at);
CREATE TABLE tournament_entries (
    tournament_id VARCHAR(255) NOT NULL, number INTEGER NOT NULL, nick VARCHAR(255) NOT NULL,
    robot VARCHAR(64) DEFAULT '' NOT NULL, host VARCHAR(64) DEFAULT '' NOT NULL, player_id {row_id},
    caller_id {row_id}, day INTEGER NOT NULL, paid BIGINT NOT NULL, place INTEGER, prize BIGINT,
    CONSTRAINT pk_tournament_entries PRIMARY KEY (tournament_id, number),
    CONSTRAINT fk_tournament_entries_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id),
    CONSTRAINT fk_tournament_entries_player_id FOREIGN KEY(player_id) REFERENCES accounts (id),
    CONSTRAINT fk_tournament_entries_caller_id FOREIGN KEY(caller_id) REFERENCES accounts (id)
);
CREATE INDEX ix_tournament_entries_caller ON tournament_entries (caller_id, day);
CREATE INDEX ix_tournament_entries_player ON tournament_entries (player_id);
