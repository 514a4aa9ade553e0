// The tables of a campaign. A change of them takes a new format number and a step in migration.cc.
#pragma once

namespace assay::store {

inline constexpr int kFormat = 2;

// Since format 2. Numbers of bugs are never given out twice, so a number in a user's notes stays good.
inline constexpr const char* kMergedTable = R"sql(
CREATE TABLE merged (                      -- where the number of a bug that is gone leads
    number INTEGER PRIMARY KEY,
    bug    INTEGER NOT NULL REFERENCES bugs (id)
) WITHOUT ROWID;
)sql";

inline constexpr const char* kUnjudgedTable = R"sql(
CREATE TABLE unjudged (                    -- what was not compiled, run and compared
    setup TEXT NOT NULL,
    why   TEXT NOT NULL,
    tests INTEGER NOT NULL,
    PRIMARY KEY (setup, why)
) WITHOUT ROWID;
)sql";

inline constexpr const char* kSchema = R"sql(
CREATE TABLE facts (                       -- of the campaign: seed, settings, how far it is
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE jobs (                        -- what is to be done; a row goes away when it is
    kind     TEXT NOT NULL CHECK (kind IN ('test', 'reduce')),
    subject  INTEGER NOT NULL,             -- the number of the test, or the id of the bug
    state    TEXT NOT NULL CHECK (state IN ('ready', 'running', 'abandoned')),
    attempts INTEGER NOT NULL DEFAULT 0,   -- that did not come to an end
    PRIMARY KEY (kind, subject)
) WITHOUT ROWID;

CREATE TABLE counts (                      -- tests that were judged, right or wrong
    method TEXT NOT NULL,
    setup  TEXT NOT NULL,
    tests  INTEGER NOT NULL,
    cpu_us INTEGER NOT NULL,
    PRIMARY KEY (method, setup)
) WITHOUT ROWID;

CREATE TABLE tests (                       -- those with findings
    number INTEGER NOT NULL,
    member INTEGER NOT NULL,               -- of its group
    json   TEXT NOT NULL,                  -- test.json
    PRIMARY KEY (number, member)
) WITHOUT ROWID;

CREATE TABLE files (
    number   INTEGER NOT NULL,
    member   INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (number, member, position),
    FOREIGN KEY (number, member) REFERENCES tests (number, member)
) WITHOUT ROWID;

CREATE TABLE bugs (
    id          INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('wrong-output', 'disagreement', 'crash', 'hang', 'slow', 'reject',
                                              'run-crash', 'sanitizer')),
    compiler    TEXT NOT NULL,             -- of its first finding
    title       TEXT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'waiting', 'confirmed', 'doubtful', 'invalid',
                                                             'unsettled', 'environment', 'ignored')),
                                           -- waiting: findings that may be several bugs, not yet examined
                                           -- unsettled: nothing tells whether it is a bug
                                           -- environment: what runs the programs is at fault
    validity    TEXT NOT NULL DEFAULT 'unknown' CHECK (validity IN ('certified', 'ladder', 'unknown')),
    reliability TEXT NOT NULL DEFAULT '',  -- "10/10"
    pass        TEXT,                      -- the culprit
    versions    TEXT NOT NULL DEFAULT '{}',-- JSON: compiler -> fails or not
    hits        INTEGER NOT NULL DEFAULT 0,
    notes       TEXT NOT NULL DEFAULT '{}' -- JSON: what triage found out beside
);

CREATE TABLE titles (                      -- findings with intersecting titles are one bug
    title TEXT PRIMARY KEY,
    bug   INTEGER NOT NULL REFERENCES bugs (id)
) WITHOUT ROWID;

CREATE TABLE findings (
    id       INTEGER PRIMARY KEY,
    bug      INTEGER NOT NULL REFERENCES bugs (id),
    number   INTEGER NOT NULL,
    member   INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    compiler TEXT NOT NULL,
    options  TEXT NOT NULL,                -- JSON array
    target   TEXT NOT NULL,
    method   TEXT NOT NULL,
    title    TEXT NOT NULL,
    detail   TEXT NOT NULL,
    examined INTEGER NOT NULL DEFAULT 0 CHECK (examined IN (0, 1)),
    UNIQUE (number, member, compiler, options),
    FOREIGN KEY (number, member) REFERENCES tests (number, member)
);
CREATE INDEX findings_by_bug ON findings (bug);

CREATE TABLE reductions (                  -- the smallest program so far of a bug
    bug    INTEGER PRIMARY KEY REFERENCES bugs (id),
    name   TEXT NOT NULL,
    text   TEXT NOT NULL,
    lines  INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    done   INTEGER NOT NULL CHECK (done IN (0, 1)),
    extra  TEXT NOT NULL DEFAULT '{}'      -- JSON: what is needed to go on with it
);
)sql";

} // namespace assay::store
